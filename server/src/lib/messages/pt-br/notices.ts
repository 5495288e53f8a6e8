import type { NoticeMessages } from "../messages.ts";

const notYou =
  "Não foi você? Então crie agora mesmo uma nova senha: ela desconecta todas as outras pessoas da sua conta. " +
  "Depois confira os seus segundos fatores.";

export const notices: NoticeMessages = {
  button: "Abrir o estúdio",
  kinds: {
    "totp-added": {
      subject: ({ service }) => `Aplicativo autenticador adicionado – ${service}`,
      opening: ({ service, at }) =>
        `Um aplicativo autenticador foi adicionado à sua conta em ${service} em ${at}. A partir de agora, a entrada com a sua senha pede o código dele.`,
      closing: () => [notYou],
    },
    "totp-removed": {
      subject: ({ service }) => `Aplicativo autenticador removido – ${service}`,
      opening: ({ service, at }) =>
        `O aplicativo autenticador da sua conta em ${service} foi removido em ${at}. Se foi você, está tudo certo.`,
      closing: () => [notYou],
    },
    "passkey-added": {
      subject: ({ service }) => `Chave de acesso adicionada – ${service}`,
      opening: ({ service, at, facts }) =>
        `A chave de acesso “${facts.passkey}” foi adicionada à sua conta em ${service} em ${at}. Com ela se entra sem a sua senha. Se foi você, está tudo certo.`,
      closing: () => [notYou],
    },
    "passkey-removed": {
      subject: ({ service }) => `Chave de acesso removida – ${service}`,
      opening: ({ service, at, facts }) =>
        `A chave de acesso “${facts.passkey}” da sua conta em ${service} foi removida em ${at}. Se foi você, está tudo certo.`,
      closing: () => [notYou],
    },
    "recovery-codes-made": {
      subject: ({ service }) => `Novos códigos de recuperação – ${service}`,
      opening: ({ service, at }) =>
        `Novos códigos de recuperação foram criados para a sua conta em ${service} em ${at}. Os anteriores não valem mais. Se foi você, está tudo certo.`,
      closing: () => [notYou],
    },
    "recovery-code-used": {
      subject: ({ service }) => `Código de recuperação usado – ${service}`,
      opening: ({ service, at, facts }) =>
        `Alguém entrou na sua conta em ${service} com a sua senha e um código de recuperação em ${at}. Códigos de recuperação restantes: ${facts.left}.`,
      closing: () => [notYou],
    },
    "second-factor-failed": {
      subject: ({ service }) => `Alguém sabe a sua senha – ${service}`,
      opening: ({ service, at }) =>
        `Em ${at}, alguém digitou a senha da sua conta em ${service} e depois cinco códigos errados. Essa pessoa não entrou.`,
      closing: () => ["Não foi você? Então crie agora mesmo uma nova senha: alguém sabe a atual."],
    },
    "removed-from-site": {
      subject: ({ service, facts }) => `Você não faz mais parte de ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `Você foi removido do site “${facts.site}” em ${service} em ${at}. A sua conta continua existindo.`,
      closing: () => ["Se você acha que é um engano, fale com a equipe do site."],
    },
    "operator-entered": {
      subject: ({ service, facts }) => `A equipe do serviço entrou em ${facts.site} – ${service}`,
      opening: ({ service, at, facts }) =>
        `${facts.operator}, da equipe de ${service}, entrou no seu site “${facts.site}” em ${at}, com os direitos de proprietário por 1 hora. O motivo: ${facts.reason}`,
      closing: () => ["O registro de alterações do site mostra tudo o que for alterado. Em caso de dúvida, fale com a equipe do serviço."],
    },
    "site-opened": {
      subject: ({ service, facts }) => `O site ${facts.site} é seu – ${service}`,
      opening: ({ service, at, facts }) =>
        `A equipe de ${service} abriu o site “${facts.site}” para você em ${at}. Você é o proprietário, com a conta que já tem.`,
      closing: () => ["Você não sabe do que se trata? Então avise a equipe do serviço."],
    },
    "new-browser": {
      subject: ({ service }) => `Novo acesso à sua conta – ${service}`,
      opening: ({ service, at, facts }) =>
        `Alguém entrou na sua conta em ${service} com um navegador que não conhecemos: ${facts.browser}, em ${at}. Se foi você, está tudo certo.`,
      closing: () => [
        "Não foi você? Então alguém sabe a sua senha. Crie uma nova agora mesmo: ela desconecta todas as outras pessoas da sua conta.",
      ],
    },
    "password-changed": {
      subject: ({ service }) => `Sua senha foi alterada – ${service}`,
      opening: ({ service, at }) => `A senha da sua conta em ${service} foi alterada em ${at}. Se foi você, está tudo certo.`,
      closing: () => [
        "Não foi você? Então peça agora mesmo uma nova senha (“Esqueci minha senha”). Só você recebe o link, e a nova senha desconecta " +
          "todas as outras pessoas da sua conta.",
      ],
    },
    "second-factors-removed": {
      subject: ({ service }) => `Seus segundos fatores foram removidos – ${service}`,
      opening: ({ service, at }) =>
        `Em ${at}, a equipe de ${service} removeu os segundos fatores da sua conta: aplicativo autenticador, chaves de acesso e códigos de recuperação. ` +
        `Todas as suas sessões foram encerradas, e você entra apenas com a senha.`,
      closing: () => ["Não foi você quem pediu? Então avise agora mesmo a equipe do serviço."],
    },
    "new-token": {
      subject: ({ service }) => `Novo token de acesso – ${service}`,
      opening: ({ service, at, facts }) =>
        `O token de acesso pessoal “${facts.token}” da sua conta em ${service} foi criado em ${at}. Se foi você, está tudo certo.`,
      closing: () => [
        "Não foi você? Então crie agora mesmo uma nova senha (“Esqueci minha senha”): ela desconecta todas as outras pessoas da sua conta e revoga " +
          "todos os tokens.",
      ],
    },
    "email-changed": {
      subject: ({ service }) => `Sua conta tem um novo endereço – ${service}`,
      opening: ({ service, at, facts }) =>
        `Sua conta em ${service} tem o endereço ${facts.email} desde ${at}, e os e-mails sobre ela vão para lá. Se foi você, está tudo certo.`,
      closing: () => ["Não foi você? Então avise agora mesmo a equipe do serviço: só ela pode devolver a sua conta."],
    },
    "review-asked": {
      subject: ({ facts }) => `${facts.asker} pede que você revise “${facts.title}” – ${facts.site}`,
      opening: ({ facts }) =>
        `${facts.asker} pede que você revise “${facts.title}”, de ${facts.site}.${facts.note === "" ? "" : ` A mensagem: “${facts.note}”`}`,
      closing: () => ["Comente o rascunho, publique-o ou avise no estúdio que a revisão terminou."],
    },
    "schedule-failed": {
      subject: ({ service }) => `Uma publicação planejada não aconteceu – ${service}`,
      opening: ({ at, facts }) => `“${facts.title}” de ${facts.site} deveria ser publicado, e não foi possível em ${at}: ${facts.reason}`,
      closing: () => ["O público continua vendo a versão anterior. Corrija o rascunho e publique ou planeje de novo."],
    },
    "release-failed": {
      subject: ({ service }) => `Um lançamento planejado não aconteceu – ${service}`,
      opening: ({ at, facts }) =>
        `O lançamento “${facts.release}” de ${facts.site} deveria ser publicado, e não foi possível em ${at}: ${facts.reason}`,
      closing: () => ["Nada dele foi publicado. Remova o que o impede e publique ou planeje de novo."],
    },
    "webhook-disabled": {
      subject: ({ service, facts }) => `Um webhook de ${facts.site} foi desativado – ${service}`,
      opening: ({ at, facts }) =>
        `O webhook “${facts.webhook}” de ${facts.site} foi desativado em ${at}: nenhuma entrega deu certo nos últimos cinco dias.`,
      closing: () => [
        "Corrija o servidor que recebe as entregas e reative o webhook no estúdio. Você pode reenviar o que ele perdeu nos últimos 30 dias.",
      ],
    },
  },
};
