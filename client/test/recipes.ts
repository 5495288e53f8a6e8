/* eslint-disable @typescript-eslint/no-empty-object-type */
import type { CategoryReference, EntryReference, Field, ListField, PageReference, ProductReference } from "../src/index.ts";

/** The types of a site about recipes, in the form that `vitrine types` writes. */
export interface Site {
  blockTypes: {
    hero: {
      props: HeroProps;
      references: {
        "link.to": PageReference;
      };
    };
    "recipe-list": {
      props: RecipeListProps;
      references: {
        recipes: EntryReference<"recipe">;
      };
    };
  };
  contentTypes: {
    "blog-post": {
      data: BlogPostData;
      queryable: {};
      references: {};
    };
    company: {
      data: CompanyData;
      queryable: {
        founded: Field<"date">;
      };
      references: {
        owner: EntryReference<"person">;
      };
    };
    person: {
      data: PersonData;
      queryable: {
        name: Field<"text">;
        age: Field<"number">;
        employer: Field<"entry", EntryReference<"company">>;
      };
      references: {
        employer: EntryReference<"company">;
        friends: EntryReference<"person">;
      };
    };
    recipe: {
      data: RecipeData;
      queryable: {
        title: Field<"text">;
        minutes: Field<"number">;
        difficulty: Field<"text", "easy" | "hard">;
        isVegan: Field<"boolean">;
        tags: ListField<"text">;
        day: Field<"date">;
        author: Field<"entry", EntryReference<"person">>;
        products: ListField<"product">;
        "source.page": Field<"page">;
        any: Field<"number">;
      };
      references: {
        author: EntryReference<"person">;
        products: ProductReference;
        related: EntryReference<"recipe" | "person"> | CategoryReference;
        "source.page": PageReference;
        [path: `notes.${string}.by`]: EntryReference<"person">;
      };
    };
    settings: {
      data: SettingsData;
      queryable: {};
      references: {
        about: EntryReference<"recipe">;
      };
      single: true;
    };
  };
}

export interface HeroProps {
  title: string;
  link?: HeroLink;
}

interface HeroLink {
  to: PageReference | null;
}

interface RecipeListProps {
  recipes?: EntryReference<"recipe">[];
}

interface BlogPostData {
  title: string;
}

interface CompanyData {
  name: string;
  owner: EntryReference<"person"> | null;
}

interface PersonData {
  name: string;
  employer: EntryReference<"company"> | null;
  friends: EntryReference<"person">[];
}

interface SettingsData {
  phone?: string;
  about?: EntryReference<"recipe"> | null;
}

interface RecipeData {
  title: string;
  minutes: number;
  difficulty?: "easy" | "hard";
  tags?: string[];
  author?: EntryReference<"person"> | null;
  products: ProductReference[];
  related?: (EntryReference<"recipe" | "person"> | CategoryReference)[];
  source?: RecipeSource;
  notes?: RecipeNotes;
  [name: string]: unknown;
}

interface RecipeSource {
  page: PageReference | null;
}

interface RecipeNotes {
  [name: string]: RecipeNotesValue;
}

interface RecipeNotesValue {
  by: EntryReference<"person"> | null;
}
