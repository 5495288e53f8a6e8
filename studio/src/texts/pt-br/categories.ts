import type { ShopTexts } from "../shop-en.ts";

export const categories: Pick<ShopTexts, "categories"> = {
  categories: {
    title: "Categorias",
    text: "Arraste uma categoria, ou use o menu dela, para movê-la com tudo o que está abaixo.",
    empty: "As categorias agrupam os produtos da sua loja, como a loja os mostra. Crie a primeira.",
    add: "Nova categoria",
    addBelow: "Nova categoria abaixo",
    edit: "Editar",
    editOf: (title) => `Editar: ${title}`,
    actions: (title) => `Ações: ${title}`,
    move: (title) => `Mover: ${title}`,
    steps: { up: "Mover para cima", down: "Mover para baixo", in: "Mover para dentro da anterior", out: "Mover para fora" },
    moved: (title) => `Movida: ${title}`,
    hidden: "Oculta",
    name: "Título",
    nameIn: (language) => `Título em ${language}`,
    address: "Endereço",
    addressHint: "Os links para o endereço anterior levam ao novo.",
    description: "Descrição",
    isPublic: "Visível na loja",
    slugTaken: "Outra categoria tem este endereço. Escolha outro.",
    saved: (title) => `Salvo: ${title}`,
    deleteTitle: (title) => `Excluir: ${title}`,
    deleteText: "A categoria não pode ser restaurada.",
    deleteInUse: (count) =>
      `Ela tem produtos ou categorias, ou outro conteúdo se refere a ela: ${count} ao todo. Os produtos ficam sem categoria, e as categorias abaixo tomam o lugar dela.`,
    deleted: (title) => `Excluída: ${title}`,
    problems: {
      revision_conflict: "Outra pessoa alterou a categoria nesse meio-tempo. Carregue a página novamente e repita a alteração.",
      site_full: "O site tem todos os dados que pode ter. Exclua o que não precisa.",
    },
  },
};
