import { getOwnOrder } from "./public/get-own-order.ts";
import { listOwnOrders } from "./public/list-own-orders.ts";

export const ordersOperations = [listOwnOrders, getOwnOrder];
