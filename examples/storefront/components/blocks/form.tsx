import type { BlockProps } from "@/components/blocks/block";
import { SchemaForm } from "@/components/forms/schema-form";
import { Heading } from "@/components/heading";
import { fieldsOf } from "@/lib/form-fields";
import { currentLocale } from "@/lib/locale";
import { found, reader } from "@/lib/vitrine";

interface FormBlockProps {
  /** The form's slug. */
  form: string;
  heading?: string;
  text?: string;
}

/** A form of the site. */
export async function FormBlock({ id, props, level }: BlockProps<FormBlockProps>) {
  const { locale, words } = await currentLocale();
  const form = await found((await reader()).forms.getForm({ slug: props.form }));
  return (
    <section className="form-block" data-vitrine-block={id}>
      <div>
        <Heading level={level} {...(props.heading === undefined ? {} : { field: "/heading" })}>
          {props.heading ?? form?.name ?? props.form}
        </Heading>
        {props.text && (
          <p className="soft" data-vitrine-field="/text">
            {props.text}
          </p>
        )}
      </div>
      {form ? (
        <SchemaForm
          slug={form.slug}
          locale={locale}
          fields={fieldsOf(form)}
          submitLabel={form.submitLabel}
          words={{ ...words.form, required: words.required }}
        />
      ) : (
        <p className="soft">{words.form.missing}</p>
      )}
    </section>
  );
}
