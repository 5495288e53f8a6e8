import { orderFulfil } from "./cli/order-fulfil.ts";
import { orderList } from "./cli/order-list.ts";
import { orderShow } from "./cli/order-show.ts";

export const ordersCommands = [orderList, orderShow, orderFulfil];
