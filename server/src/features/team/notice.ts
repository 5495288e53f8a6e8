interface AboutNotice<Facts> {
  service: string;
  /** The time of it, in words. */
  at: string;
  facts: Facts;
}

/** The words of a mail that tells an admin what has happened. */
export interface NoticeText<Facts> {
  subject(about: AboutNotice<Facts>): string;
  /** Before the link to the studio. */
  opening(about: AboutNotice<Facts>): string;
  /** After it. */
  closing(about: AboutNotice<Facts>): string[];
}
