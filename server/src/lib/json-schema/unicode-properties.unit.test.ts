import { describe, expect, it } from "vitest";
import { matches } from "../../../../studio/src/fields/pattern.ts";
import { patternEngine, readPattern } from "./json-schema-pattern.ts";
import { re2Property } from "./unicode-properties.ts";

describe("properties of characters", () => {
  /** Characters of every script and category, which all versions of Unicode since 13 know alike. */
  const characters = Array.from({ length: 0x1f000 }, (_, code) => code)
    .filter((code) => code % 7 === 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/\p{Cn}/u.test(character));
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const isKnown = (property: string) => {
    try {
      return new RegExp(`\\p{${property}}`, "u").test("") || true;
    } catch {
      return false;
    }
  };
  /** How often the two engines disagree about these characters. One may know a later version of Unicode than the other. */
  const differences = (property: string) => {
    const source = `^\\p{${property}}$`;
    const linear = patternEngine(() => undefined)(source);
    const nativePattern = new RegExp(source, "u");
    return characters.filter((character) => nativePattern.test(character) !== linear.test(character)).length;
  };
  const most = 40;

  // Every name that this engine knows: codes have four letters.
  const codes = [...letters].flatMap((a) =>
    [...letters].flatMap((b) => [...letters].flatMap((c) => [...letters].map((d) => `${a.toUpperCase()}${b}${c}${d}`))),
  );

  it("are known by all codes of scripts, and by all long names", () => {
    const knownCodes = codes.filter((code) => isKnown(`sc=${code}`));
    expect(knownCodes.length).toBeGreaterThan(160);
    const refused = knownCodes.filter((code) => readPattern(`\\p{Script=${code}}`).fault !== undefined);
    expect(refused).toEqual([]);
    const names = knownCodes.map((code) => re2Property(`sc=${code}`) ?? "");
    const wrong = names.filter(
      (name, index) =>
        !isKnown(`sc=${name}`) || readPattern(`\\p{sc=${name}}`).fault !== undefined || differences(`sc=${knownCodes[index]}`) > most,
    );
    expect(wrong).toEqual([]);
    // Of the two names of a script, both mean the same.
    for (const [index, code] of knownCodes.entries()) {
      const [short, long] = [new RegExp(`\\p{sc=${code}}`, "u"), new RegExp(`\\p{sc=${names[index]}}`, "u")];
      expect([code, characters.filter((character) => short.test(character) !== long.test(character))]).toEqual([code, []]);
    }
  }, 120_000);

  const categoryNames =
    "Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd " +
    "digit Enclosing_Mark Me Final_Punctuation Pf Format Cf Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter " +
    "Ll Mark M Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N Open_Punctuation Ps Other C " +
    "Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So Paragraph_Separator Zp Private_Use Co Punctuation P punct Separator Z " +
    "Space_Separator Zs Spacing_Mark Mc Surrogate Cs Symbol S Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu";
  const binaryNames =
    "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Dash Emoji Emoji_Component EComp Emoji_Modifier EMod Emoji_Modifier_Base EBase " +
    "Emoji_Presentation EPres Extended_Pictographic ExtPict Hex_Digit Hex Lowercase Lower Math Quotation_Mark QMark Terminal_Punctuation Term " +
    "Uppercase Upper White_Space space";
  it.each([...categoryNames.split(" ").flatMap((name) => [name, `gc=${name}`, `General_Category=${name}`]), ...binaryNames.split(" ")])(
    "%s means the same in both engines",
    (property) => {
      expect([property, isKnown(property), readPattern(`\\p{${property}}`).fault]).toEqual([property, true, undefined]);
      expect(differences(property)).toBeLessThanOrEqual(most);
      // The studio's own check of the same value.
      for (const character of characters.filter((_, index) => index % 97 === 0)) {
        const source = `^[\\p{${property}}_]\\P{${property}}?$`;
        expect([character, matches(source, character)]).toEqual([character, patternEngine(() => undefined)(source).test(character)]);
      }
    },
  );

  it.each(["\\p{scx=Greek}", "\\P{Script_Extensions=Grek}", "\\p{ID_Start}"])("refuse %s, which the engine lacks", (pattern) => {
    expect(readPattern(pattern).fault).toContain("linear-time engine lacks");
  });
});
