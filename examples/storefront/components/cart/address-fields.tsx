import { countriesIn } from "@/lib/countries";
import type { EnteredAddress } from "@/lib/entered-address";
import type { Messages } from "@/messages";

interface AddressFieldsProps {
  locale: string;
  words: Messages["address"];
  entered: EnteredAddress;
  country: string;
  onCountry: (country: string) => void;
}

/** Where the order goes. Browsers fill it in by the names of `autocomplete`. */
export function AddressFields({ locale, words, entered, country, onCountry }: AddressFieldsProps) {
  const field = (name: keyof EnteredAddress, label: string, autoComplete: string, required = true) => (
    <div className="field" key={name}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        autoComplete={autoComplete}
        required={required}
        maxLength={name === "postalCode" ? 20 : 200}
        defaultValue={entered[name]}
      />
    </div>
  );
  return (
    <>
      {field("name", words.name, "shipping name")}
      {field("company", words.company, "shipping organization", false)}
      {field("line1", words.street, "shipping address-line1")}
      {field("line2", words.moreStreet, "shipping address-line2", false)}
      {field("postalCode", words.postalCode, "shipping postal-code", false)}
      {field("city", words.city, "shipping address-level2")}
      <div className="field">
        <label htmlFor="country">{words.country}</label>
        <select
          id="country"
          name="country"
          autoComplete="shipping country"
          value={country}
          onChange={({ target }) => onCountry(target.value)}
        >
          {countriesIn(locale).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
