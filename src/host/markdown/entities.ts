/**
 * HTML's character references, as far as people and models write them. Must never give a control
 * character or an invisible one that changes how its neighbours read: a reference is decoded after
 * the text was cleaned.
 */

const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "amp & lt < gt > quot \" apos ' nbsp \u00a0 iexcl ¡ cent ¢ pound £ curren ¤ yen ¥ brvbar ¦",
    "sect § uml ¨ copy © ordf ª laquo « not ¬ reg ® macr ¯ deg ° plusmn ± sup2 ² sup3 ³ acute ´",
    "micro µ para ¶ middot · cedil ¸ sup1 ¹ ordm º raquo » frac14 ¼ frac12 ½ frac34 ¾ iquest ¿",
    "Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È Eacute É Ecirc Ê",
    "Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï ETH Ð Ntilde Ñ Ograve Ò Oacute Ó Ocirc Ô Otilde Õ",
    "Ouml Ö times × Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü Yacute Ý THORN Þ szlig ß agrave à",
    "aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë",
    "igrave ì iacute í icirc î iuml ï eth ð ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö",
    "divide ÷ oslash ø ugrave ù uacute ú ucirc û uuml ü yacute ý thorn þ yuml ÿ OElig Œ oelig œ",
    "Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Dcaron Ď Alpha Α Beta Β Gamma Γ Delta Δ",
    "Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ",
    "Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε",
    "zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς",
    "sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ ndash – mdash —",
    "lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰",
    "prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™",
    "alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔",
    "forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗",
    "radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠",
    "equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈",
    "rceil ⌉ lfloor ⌊ rfloor ⌋ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ check ✓ cross ✗ star ☆",
    "starf ★ phone ☎ num # dollar $ percnt % lpar ( rpar ) ast * plus + comma , period . sol /",
    "colon : semi ; equals = quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] Hat ^",
    "lowbar _ grave ` lcub { lbrace { verbar | vert | rcub } rbrace } excl ! hyphen ‐ dash ‐",
    "ensp \u2002 emsp \u2003 thinsp \u2009 ngE ≧ HilbertSpace ℋ DifferentialD ⅆ",
  ].flatMap((line) => {
    const words = line.split(" ");
    return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i], words[2 * i + 1]]);
  }),
);

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;
const PARTIAL = /&(?:#(?:[xX][0-9a-fA-F]{0,6}|[0-9]{0,7})|[A-Za-z][A-Za-z0-9]{0,31})?$/y;
/** No longer reference exists: `&CounterClockwiseContourIntegral;`. */
export const MAX_REFERENCE = 34;

/** The reference at `at`: what it stands for and its length; null if there is none. */
export function readReference(
  text: string,
  at: number,
): { readonly text: string; readonly length: number } | null {
  REFERENCE.lastIndex = at;
  const match = REFERENCE.exec(text);
  if (match === null) return null;
  const [whole, hex, decimal, name] = match;
  if (name !== undefined) {
    const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    return named === undefined ? null : { text: named, length: whole.length };
  }
  const code = hex !== undefined ? parseInt(hex, 16) : parseInt(decimal ?? "", 10);
  return { text: printable(code), length: whole.length };
}

/** Whether what follows could make a reference of what stands from `at` to the end. */
export function mayBecomeReference(text: string, at: number): boolean {
  PARTIAL.lastIndex = at;
  return PARTIAL.test(text);
}

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function printable(code: number): string {
  if (code === 0 || code > 0x10ffff) return "\ufffd";
  const text = String.fromCodePoint(code);
  if (code === 0x09 || code === 0x0a) return " ";
  // Joiners spell words and emoji; the rest of their kind hides or turns text around.
  return UNSAFE.test(text) && code !== 0x200c && code !== 0x200d ? "\ufffd" : text;
}
