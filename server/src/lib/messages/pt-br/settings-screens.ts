import type { SettingsScreenMessages } from "../messages.ts";

export const settingsScreens: SettingsScreenMessages = {
  general: ["Geral", "nome moeda fuso horário"],
  locales: ["Idiomas", "línguas traduções"],
  keys: ["Chaves de API", "acesso público"],
  origins: ["Origens", "domínios loja CORS"],
  payments: ["Pagamentos", "Stripe checkout"],
  mails: ["E-mails", "notificações"],
  team: ["Equipe", "membros papéis convites"],
  audit: ["Registro de alterações", "histórico auditoria"],
  bundle: ["Exportar e importar", "bundle"],
  danger: ["Zona de perigo", "excluir o site"],
};
