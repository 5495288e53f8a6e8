/** The categories by their long names, and the other names that ECMAScript has for them (ECMA-262, table 69). */
const categories = aliases(`
  Cased_Letter LC, Close_Punctuation Pe, Connector_Punctuation Pc, Control Cc, cntrl Cc, Currency_Symbol Sc, Dash_Punctuation Pd,
  Decimal_Number Nd, digit Nd, Enclosing_Mark Me, Final_Punctuation Pf, Format Cf, Initial_Punctuation Pi, Letter L, Letter_Number Nl,
  Line_Separator Zl, Lowercase_Letter Ll, Mark M, Combining_Mark M, Math_Symbol Sm, Modifier_Letter Lm, Modifier_Symbol Sk,
  Nonspacing_Mark Mn, Number N, Open_Punctuation Ps, Other C, Other_Letter Lo, Other_Number No, Other_Punctuation Po, Other_Symbol So,
  Paragraph_Separator Zp, Private_Use Co, Punctuation P, punct P, Separator Z, Space_Separator Zs, Spacing_Mark Mc, Surrogate Cs, Symbol S,
  Titlecase_Letter Lt, Unassigned Cn, Uppercase_Letter Lu`);

/** The scripts by their codes (Unicode 17, PropertyValueAliases.txt). Where the code is the name there is nothing to translate. */
const scripts = aliases(`
  Adlm Adlam, Aghb Caucasian_Albanian, Arab Arabic, Armi Imperial_Aramaic, Armn Armenian, Avst Avestan, Bali Balinese, Bamu Bamum, Bass
  Bassa_Vah, Batk Batak, Beng Bengali, Berf Beria_Erfe, Bhks Bhaiksuki, Bopo Bopomofo, Brah Brahmi, Brai Braille, Bugi Buginese, Buhd
  Buhid, Cakm Chakma, Cans Canadian_Aboriginal, Cari Carian, Cher Cherokee, Chrs Chorasmian, Copt Coptic, Cpmn Cypro_Minoan, Cprt Cypriot,
  Cyrl Cyrillic, Deva Devanagari, Diak Dives_Akuru, Dogr Dogra, Dsrt Deseret, Dupl Duployan, Egyp Egyptian_Hieroglyphs, Elba Elbasan, Elym
  Elymaic, Ethi Ethiopic, Gara Garay, Geor Georgian, Glag Glagolitic, Gong Gunjala_Gondi, Gonm Masaram_Gondi, Goth Gothic, Gran Grantha,
  Grek Greek, Gujr Gujarati, Gukh Gurung_Khema, Guru Gurmukhi, Hang Hangul, Hani Han, Hano Hanunoo, Hatr Hatran, Hebr Hebrew, Hira
  Hiragana, Hluw Anatolian_Hieroglyphs, Hmng Pahawh_Hmong, Hmnp Nyiakeng_Puachue_Hmong, Hung Old_Hungarian, Ital Old_Italic, Java
  Javanese, Kali Kayah_Li, Kana Katakana, Khar Kharoshthi, Khmr Khmer, Khoj Khojki, Kits Khitan_Small_Script, Knda Kannada, Krai
  Kirat_Rai, Kthi Kaithi, Lana Tai_Tham, Laoo Lao, Latn Latin, Lepc Lepcha, Limb Limbu, Lina Linear_A, Linb Linear_B, Lyci Lycian, Lydi
  Lydian, Mahj Mahajani, Maka Makasar, Mand Mandaic, Mani Manichaean, Marc Marchen, Medf Medefaidrin, Mend Mende_Kikakui, Merc
  Meroitic_Cursive, Mero Meroitic_Hieroglyphs, Mlym Malayalam, Mong Mongolian, Mroo Mro, Mtei Meetei_Mayek, Mult Multani, Mymr Myanmar,
  Nagm Nag_Mundari, Nand Nandinagari, Narb Old_North_Arabian, Nbat Nabataean, Nkoo Nko, Nshu Nushu, Ogam Ogham, Olck Ol_Chiki, Onao
  Ol_Onal, Orkh Old_Turkic, Orya Oriya, Osge Osage, Osma Osmanya, Ougr Old_Uyghur, Palm Palmyrene, Pauc Pau_Cin_Hau, Perm Old_Permic, Phag
  Phags_Pa, Phli Inscriptional_Pahlavi, Phlp Psalter_Pahlavi, Phnx Phoenician, Plrd Miao, Prti Inscriptional_Parthian, Qaac Coptic, Qaai
  Inherited, Rjng Rejang, Rohg Hanifi_Rohingya, Runr Runic, Samr Samaritan, Sarb Old_South_Arabian, Saur Saurashtra, Sgnw SignWriting,
  Shaw Shavian, Shrd Sharada, Sidd Siddham, Sidt Sidetic, Sind Khudawadi, Sinh Sinhala, Sogd Sogdian, Sogo Old_Sogdian, Sora Sora_Sompeng,
  Soyo Soyombo, Sund Sundanese, Sunu Sunuwar, Sylo Syloti_Nagri, Syrc Syriac, Tagb Tagbanwa, Takr Takri, Tale Tai_Le, Talu New_Tai_Lue,
  Taml Tamil, Tang Tangut, Tavt Tai_Viet, Tayo Tai_Yo, Telu Telugu, Tfng Tifinagh, Tglg Tagalog, Thaa Thaana, Tibt Tibetan, Tirh Tirhuta,
  Tnsa Tangsa, Todr Todhri, Tols Tolong_Siki, Tutg Tulu_Tigalari, Ugar Ugaritic, Vaii Vai, Vith Vithkuqi, Wara Warang_Citi, Wcho Wancho,
  Xpeo Old_Persian, Xsux Cuneiform, Yezi Yezidi, Yiii Yi, Zanb Zanabazar_Square, Zinh Inherited, Zyyy Common, Zzzz Unknown`);

/** The binary properties by their other names, of those that the linear-time engine has. */
const binaries = aliases(`
  AHex ASCII_Hex_Digit, Alpha Alphabetic, EBase Emoji_Modifier_Base, EComp Emoji_Component, EMod Emoji_Modifier, EPres Emoji_Presentation,
  ExtPict Extended_Pictographic, Hex Hex_Digit, Lower Lowercase, QMark Quotation_Mark, Term Terminal_Punctuation, Upper Uppercase,
  space White_Space`);

/**
 * A property escape of ECMAScript, the part inside `\\p{…}`, as RE2 names it. RE2 has one space of names, without properties: a name that it does not
 * have is refused when the pattern is compiled. Undefined: RE2 has nothing like it, as of `Script_Extensions`.
 */
export function re2Property(name: string): string | undefined {
  const [, property, value = name] = /^(\w+)=(\w+)$/.exec(name) ?? [];
  if (property === "Script_Extensions" || property === "scx") return undefined;
  if (property === "Script" || property === "sc") return scripts.get(value) ?? value;
  return categories.get(value) ?? binaries.get(value) ?? value;
}

function aliases(table: string): ReadonlyMap<string, string> {
  return new Map(table.split(",").map((pair) => pair.trim().split(/\s+/) as [string, string]));
}
