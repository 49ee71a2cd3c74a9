import { pick } from '#contract/core/pick.ts';
import type { ItemChanged } from '#contract/items/watching.ts';

/** The fields of an item in an API response, be it of a list, an item's page or a chat. */
interface ShownItem {
	id: number;
	price: number;
	status: ItemChanged['status'];
	reservedUntil: ItemChanged['reservedUntil'];
	isAvailable?: boolean;
}

const CHANGING_FIELDS = ['price', 'status', 'reservedUntil'] as const;

/** All items in a response, at any depth. */
export function collectShownItems(data: unknown): ShownItem[] {
	if (typeof data !== 'object' || data === null) return [];
	if (isItem(data)) return [data];
	return Object.values(data).flatMap(collectShownItems);
}

/** The response with the change applied; the same object if nothing in it changes. */
export function applyChange<T>(data: T, change: ItemChanged): T {
	if (typeof data !== 'object' || data === null) return data;
	if (isItem(data)) return data.id === change.itemId ? changeItem(data, change) : data;
	const entries = Object.entries(data).map(([key, part]) => [key, part, applyChange(part, change)]);
	if (entries.every(([, before, after]) => before === after)) return data;
	if (Array.isArray(data)) return entries.map(([, , after]) => after) as T;
	return Object.fromEntries(entries.map(([key, , after]) => [key, after])) as T;
}

/** Whether the displayed item differs from its current state. */
export function isOutdated(item: ShownItem, current: ItemChanged): boolean {
	return CHANGING_FIELDS.some((name) => item[name] !== current[name]);
}

function changeItem<T extends ShownItem>(item: T, change: ItemChanged): T {
	if (!isOutdated(item, change)) return item;
	const isAvailable = 'isAvailable' in item && { isAvailable: change.status === 'available' };
	return { ...item, ...pick(change, CHANGING_FIELDS), ...isAvailable };
}

function isItem(data: object): data is ShownItem {
	const { id, price, status } = data as Partial<ShownItem>;
	return typeof id === 'number' && typeof price === 'number' && typeof status === 'string';
}
