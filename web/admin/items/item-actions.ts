import type { AdminItem } from '#contract/admin/items.ts';
import type { KeyHint } from '#web/admin/kit/key-hints.tsx';
import type { ListAction } from '#web/admin/kit/use-list-keys.ts';

export const ITEM_KEY_HINTS: readonly KeyHint[] = [
	{ keys: ['b'], action: 'ban' },
	{ keys: ['r'], action: 'relist' },
	{ keys: ['d'], action: 'delete' },
	{ keys: ['x'], action: 'select' },
];

export interface ItemHandlers {
	ban: (item: AdminItem) => void;
	unban: (item: AdminItem) => void;
	relist: (item: AdminItem) => void;
	remove: (item: AdminItem) => void;
}

/** What can be done with an item, in the list and in the panel. */
export function itemActions(item: AdminItem, handlers: ItemHandlers): ListAction[] {
	const actions: ListAction[] = [
		item.status === 'banned'
			? { label: 'Unban', key: 'b', run: () => handlers.unban(item) }
			: { label: 'Ban', key: 'b', run: () => handlers.ban(item) },
	];
	if (item.status === 'sold') {
		actions.push({
			label: 'Relist',
			key: 'r',
			run: () => handlers.relist(item),
			isSecondary: true,
		});
	}
	const remove = () => handlers.remove(item);
	return [
		...actions,
		{ label: 'Delete', key: 'd', run: remove, isDestructive: true, isSecondary: true },
	];
}
