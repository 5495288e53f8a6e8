import type { NoticeMessages } from "../messages.ts";

const notYou =
  "That was not you? Then choose a new password right away: it signs everybody else out of your account. Then look at your second factors.";

export const notices: NoticeMessages = {
  button: "Open the studio",
  kinds: {
    "totp-added": {
      subject: ({ service }) => `Authenticator app added – ${service}`,
      opening: ({ service, at }) =>
        `An authenticator app was added to your account at ${service} on ${at}. From now on, a sign-in with your password asks for its code.`,
      closing: () => [notYou],
    },
    "totp-removed": {
      subject: ({ service }) => `Authenticator app removed – ${service}`,
      opening: ({ service, at }) =>
        `The authenticator app of your account at ${service} was removed on ${at}. If that was you, all is well.`,
      closing: () => [notYou],
    },
    "passkey-added": {
      subject: ({ service }) => `Passkey added – ${service}`,
      opening: ({ service, at, facts }) =>
        `The passkey “${facts.passkey}” was added to your account at ${service} on ${at}. It signs in without your password. If that was you, all is well.`,
      closing: () => [notYou],
    },
    "passkey-removed": {
      subject: ({ service }) => `Passkey removed – ${service}`,
      opening: ({ service, at, facts }) =>
        `The passkey “${facts.passkey}” of your account at ${service} was removed on ${at}. If that was you, all is well.`,
      closing: () => [notYou],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `New recovery codes – ${service}`,
      opening: ({ service, at }) =>
        `New recovery codes were made for your account at ${service} on ${at}. The earlier ones are worth nothing. If that was you, all is well.`,
      closing: () => [notYou],
    },
    "recovery-code-used": {
      subject: ({ service }) => `A recovery code was used – ${service}`,
      opening: ({ service, at, facts }) =>
        `Somebody signed in to your account at ${service} with your password and a recovery code on ${at}. Recovery codes that are left: ${facts.left}.`,
      closing: () => [notYou],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Somebody knows your password – ${service}`,
      opening: ({ service, at }) =>
        `On ${at}, somebody entered the password of your account at ${service}, and then five wrong codes. They are not signed in.`,
      closing: () => ["That was not you? Then choose a new password right away: somebody knows the present one."],
    },
    "removed-from-site": {
      subject: ({ service, facts }) => `You are no longer a member of ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) => `You were removed from the site “${facts.site}” at ${service} on ${at}. Your account stays.`,
      closing: () => ["If you think that this is a mistake, ask the people who run the site."],
    },
    "operator-entered": {
      subject: ({ service, facts }) => `An operator entered ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator}, who runs ${service}, entered your site “${facts.site}” on ${at}, with the rights of an owner for 1 hour. The reason: ${facts.reason}`,
      closing: () => [
        "The audit log of the site lists everything that they change. If you have questions, ask the people who run the service.",
      ],
    },
    "site-opened": {
      subject: ({ service, facts }) => `The site ${facts.site} is yours – ${service}`,
      opening: ({ service, at, facts }) =>
        `The people who run ${service} opened the site “${facts.site}” for you on ${at}. You are its owner, with the account that you have.`,
      closing: () => ["You do not know of this? Then tell the people who run the service."],
    },
    "new-browser": {
      subject: ({ service }) => `New sign-in to your account – ${service}`,
      opening: ({ service, at, facts }) =>
        `Somebody signed in to your account at ${service} from a browser that we do not know: ${facts.browser}, on ${at}. If that was you, all is well.`,
      closing: () => [
        "That was not you? Then somebody knows your password. Choose a new one right away: it signs everybody else out of your account.",
      ],
    },
    "password-changed": {
      subject: ({ service }) => `Your password was changed – ${service}`,
      opening: ({ service, at }) => `The password of your account at ${service} was changed on ${at}. If that was you, all is well.`,
      closing: () => [
        "That was not you? Then ask for a new password right away (“Forgot your password?”). Only you will get the link, and the new " +
          "password signs everybody else out of your account.",
      ],
    },
    "second-factors-removed": {
      subject: ({ service }) => `Your second factors were removed – ${service}`,
      opening: ({ service, at }) =>
        `On ${at}, the people who run ${service} removed the second factors of your account: authenticator app, passkeys and recovery codes. ` +
        `You are signed out everywhere, and sign in with your password alone.`,
      closing: () => ["You did not ask for this? Then tell the people who run the service right away."],
    },
    "new-token": {
      subject: ({ service }) => `New access token – ${service}`,
      opening: ({ service, at, facts }) =>
        `The personal access token “${facts.token}” of your account at ${service} was made on ${at}. If that was you, all is well.`,
      closing: () => [
        "That was not you? Then choose a new password right away (“Forgot your password?”): it signs everybody else out of your account, and " +
          "revokes all tokens.",
      ],
    },
    "email-changed": {
      subject: ({ service }) => `Your account has a new address – ${service}`,
      opening: ({ service, at, facts }) =>
        `Your account at ${service} has the address ${facts.email} since ${at}, and mails about it go there. If that was you, all is well.`,
      closing: () => ["That was not you? Then tell the people who run the service right away: only they can give you your account back."],
    },
    "review-asked": {
      subject: ({ facts }) => `${facts.asker} asks you to review “${facts.title}” – ${facts.site}`,
      opening: ({ facts }) =>
        `${facts.asker} asks you to review “${facts.title}” of ${facts.site}.${facts.note === "" ? "" : ` They wrote: “${facts.note}”`}`,
      closing: () => ["Comment on the draft, publish it, or say in the studio that you are done."],
    },
    "schedule-failed": {
      subject: ({ service }) => `A planned publication did not happen – ${service}`,
      opening: ({ at, facts }) => `“${facts.title}” of ${facts.site} was to be published, and could not be on ${at}: ${facts.reason}`,
      closing: () => ["The public still sees the version before. Correct the draft, and publish or plan it again."],
    },
    "release-failed": {
      subject: ({ service }) => `A planned release did not happen – ${service}`,
      opening: ({ at, facts }) =>
        `The release “${facts.release}” of ${facts.site} was to be published, and could not be on ${at}: ${facts.reason}`,
      closing: () => ["Nothing of it was published. Remove what stands in the way, and publish or plan it again."],
    },
    "webhook-disabled": {
      subject: ({ service, facts }) => `A webhook of ${facts.site} was disabled – ${service}`,
      opening: ({ at, facts }) =>
        `The webhook “${facts.webhook}” of ${facts.site} was disabled on ${at}: no delivery has succeeded for five days.`,
      closing: () => [
        "Repair the server that receives it, then enable the webhook in the studio. You can replay what it missed in the last 30 days.",
      ],
    },
  },
};
