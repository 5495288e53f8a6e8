import type { BlockProps } from "@/components/blocks/block";
import { Heading } from "@/components/heading";

interface ContactProps {
  title?: string;
  address?: string;
  phone?: string;
  email?: string;
  hours?: { days: string; time: string }[];
}

/** Where the shop is, when it is open, and how to reach it. */
export function Contact({ props, level }: BlockProps<ContactProps>) {
  const { title, address, phone, email, hours = [] } = props;
  return (
    <section className="contact-block">
      {title && <Heading level={level}>{title}</Heading>}
      <div>
        {address && <address>{address}</address>}
        {hours.length > 0 && (
          <dl>
            {hours.map(({ days, time }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{time}</dd>
              </div>
            ))}
          </dl>
        )}
        {(phone || email) && (
          <p>
            {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
            {phone && email && <br />}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </p>
        )}
      </div>
    </section>
  );
}
