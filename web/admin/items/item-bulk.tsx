import { useState } from 'react';
import type { AdminItem } from '#contract/admin/items.ts';
import { type BulkAction, BulkBar } from '#web/admin/kit/bulk-bar.tsx';
import { bulkPreview } from '#web/admin/kit/bulk-preview.ts';
import { ReasonField } from '#web/admin/kit/reason-field.tsx';
import { BAN_CONSEQUENCE, REASON_HINT } from './item-dialogs.tsx';
import { type BulkItemAction, useBulkItemChange } from './use-item-changes.ts';

/** What each action does, and which items are in that state already. */
const ACTIONS: readonly {
	action: BulkItemAction;
	label: string;
	state: string;
	isAlready: (item: AdminItem) => boolean;
	consequence?: string;
	isDestructive?: boolean;
}[] = [
	{
		action: 'ban',
		label: 'Ban',
		state: 'banned',
		isAlready: ({ status }) => status === 'banned',
		consequence: BAN_CONSEQUENCE,
	},
	{
		action: 'unban',
		label: 'Unban',
		state: 'not banned',
		isAlready: ({ status }) => status !== 'banned',
	},
	{
		action: 'delete',
		label: 'Delete',
		state: 'deleted',
		isAlready: () => false,
		consequence: 'This can’t be undone.',
		isDestructive: true,
	},
];

/** The bulk actions on the selected items. */
export function ItemBulk({
	selected,
	onClear,
}: {
	selected: readonly AdminItem[];
	onClear: () => void;
}) {
	const [reason, setReason] = useState('');
	const changing = useBulkItemChange();

	const actions = ACTIONS.map(
		({ action, label, isDestructive = false, isAlready, ...more }): BulkAction => {
			const changed = selected.filter((item) => !isAlready(item));
			const isBan = action === 'ban';
			return {
				label,
				isDestructive,
				isDisabled: changed.length === 0,
				preview: bulkPreview({
					verb: label,
					singular: 'item',
					plural: 'items',
					selectedCount: selected.length,
					alreadyCount: selected.length - changed.length,
					...more,
				}),
				fields: isBan && <ReasonField hint={REASON_HINT} value={reason} onChange={setReason} />,
				run: async () => {
					const itemIds = changed.map(({ id }) => id);
					await changing.mutateAsync({ itemIds, action, ...(isBan && { reason }) });
					setReason('');
				},
			};
		},
	);

	return <BulkBar count={selected.length} actions={actions} onClear={onClear} />;
}
