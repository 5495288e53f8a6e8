import {
  AlignLeft,
  Box,
  CircleHelp,
  Columns2,
  FileText,
  ArrowRight,
  ChartNoAxesColumn,
  FormInput,
  Newspaper,
  PanelRight,
  Image,
  Images,
  List,
  MessageSquareQuote,
  MousePointerClick,
  PanelsTopLeft,
  ShoppingBag,
  Star,
  Table2,
  Video,
  type LucideIcon,
} from "lucide-react";

/** The icons that block types can name; any other name has the one of a box. */
const icons: Readonly<Record<string, LucideIcon>> = {
  star: Star,
  sidebar: PanelRight,
  "arrow-right": ArrowRight,
  help: CircleHelp,
  newspaper: Newspaper,
  chart: ChartNoAxesColumn,
  hero: PanelsTopLeft,
  text: AlignLeft,
  list: List,
  quote: MessageSquareQuote,
  image: Image,
  gallery: Images,
  columns: Columns2,
  form: FormInput,
  question: CircleHelp,
  faq: CircleHelp,
  cursor: MousePointerClick,
  button: MousePointerClick,
  page: FileText,
  shop: ShoppingBag,
  table: Table2,
  video: Video,
};

export const iconNames = Object.keys(icons);

export function iconOf(name: string | null) {
  const Icon = icons[name ?? ""] ?? Box;
  return <Icon className="icon" aria-hidden />;
}
