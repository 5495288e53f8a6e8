import type { reviews as english } from "../en/reviews.ts";

export const reviews: typeof english = {
  reviews: {
    ask: "Pedir revisão",
    title: "Pedir revisão",
    text: "A pessoa recebe um e-mail com um link para este rascunho e o encontra na visão geral.",
    who: "Quem deve revisar?",
    nobody: "Ninguém mais pode publicar neste site. Convide alguém nas configurações.",
    note: "Mensagem",
    noteHint: "O que a pessoa deve observar? Você pode deixar em branco.",
    send: "Enviar",
    asked: (name) => `Pedido enviado a ${name}`,
    waitsFor: (name) => `Em revisão com ${name}`,
    takeBack: "Retirar pedido",
    takenBack: "Pedido retirado",
    waitsForYou: (name) => `${name} pede a sua revisão`,
    done: "Concluir",
    finish: "Concluir a revisão",
    answer: "Resposta",
    answerHint: "Você pode deixar em branco.",
    finished: "Revisão concluída",
    waiting: "À espera da sua revisão",
    own: "Seus pedidos de revisão",
    by: (name) => `de ${name}`,
    isDone: (name) => `${name} concluiu`,
    isPublished: "Publicado",
    problems: {
      review_asked: "Essa pessoa já recebeu o pedido.",
      review_ended: "A revisão já terminou.",
    },
  },
};
