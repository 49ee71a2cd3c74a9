import { ADMIN_ITEM_MESSAGES, type AdminItem, itemBan } from '#contract/admin/items.ts';
import { faultIn } from '#web/admin/kit/fault-in.ts';
import { WordsDialog } from '#web/admin/kit/words-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useItemChanges } from './use-item-changes.ts';

export const BAN_MEANS = 'It leaves the market at once.';
export const REASON_HINT = 'The owner sees it on the item’s page.';

/** What an administrator is asked about. */
export interface AskedAboutItem {
	what: 'ban' | 'delete' | 'relist';
	item: AdminItem;
}

interface ItemDialogsProps {
	asked: AskedAboutItem | undefined;
	changes: Pick<ReturnType<typeof useItemChanges>, 'banning' | 'deleting' | 'relisting'>;
	onClose: () => void;
	onDelete: (item: AdminItem) => void;
}

export function ItemDialogs({ asked, changes, onClose, onDelete }: ItemDialogsProps) {
	const item = asked?.item;

	function relist() {
		if (item) changes.relisting.mutate(item);
		onClose();
	}

	return (
		<>
			<WordsDialog
				open={asked?.what === 'ban'}
				title={`Ban ${item?.title ?? ''}`}
				says={BAN_MEANS}
				label="Reason (optional)"
				hint={REASON_HINT}
				confirmLabel="Ban"
				isBad
				failed={ADMIN_ITEM_MESSAGES.changeFailed}
				faultOf={(reason) => faultIn(itemBan, { reason })}
				onSubmit={async (reason) => item && changes.banning.mutateAsync({ item, reason })}
				onClose={onClose}
			/>
			<ConfirmDialog
				open={asked?.what === 'delete'}
				title={`Delete ${item?.title ?? ''}`}
				question={ADMIN_ITEM_MESSAGES.deleteConfirmation}
				confirmLabel="Delete"
				onConfirm={() => item && onDelete(item)}
				onCancel={onClose}
			/>
			<ConfirmDialog
				open={asked?.what === 'relist'}
				title={`Relist ${item?.title ?? ''}`}
				question="It is available again at once, although its owner marked it as sold."
				confirmLabel="Relist"
				onConfirm={relist}
				onCancel={onClose}
			/>
		</>
	);
}
