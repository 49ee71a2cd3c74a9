import { ADMIN_ITEM_MESSAGES, type AdminItem, itemBan } from '#contract/admin/items.ts';
import { TextDialog } from '#web/admin/kit/text-dialog.tsx';
import { validationMessage } from '#web/admin/kit/validation-message.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { useItemChanges } from './use-item-changes.ts';

export const BAN_CONSEQUENCE = 'It leaves the market at once.';
export const REASON_HINT = 'The owner sees it on the item’s page.';

/** The dialog that is open, and its item. */
export interface OpenItemDialog {
	kind: 'ban' | 'delete' | 'relist';
	item: AdminItem;
}

interface ItemDialogsProps {
	openDialog: OpenItemDialog | undefined;
	changes: Pick<ReturnType<typeof useItemChanges>, 'banning' | 'deleting' | 'relisting'>;
	onClose: () => void;
	onDelete: (item: AdminItem) => void;
}

export function ItemDialogs({ openDialog, changes, onClose, onDelete }: ItemDialogsProps) {
	const item = openDialog?.item;

	function relist() {
		if (item) changes.relisting.mutate(item);
		onClose();
	}

	return (
		<>
			<TextDialog
				open={openDialog?.kind === 'ban'}
				title={`Ban ${item?.title ?? ''}`}
				description={BAN_CONSEQUENCE}
				label="Reason (optional)"
				hint={REASON_HINT}
				confirmLabel="Ban"
				isDestructive
				failureMessage={ADMIN_ITEM_MESSAGES.changeFailed}
				validate={(reason) => validationMessage(itemBan, { reason })}
				onSubmit={async (reason) => item && changes.banning.mutateAsync({ item, reason })}
				onClose={onClose}
			/>
			<ConfirmDialog
				open={openDialog?.kind === 'delete'}
				title={`Delete ${item?.title ?? ''}`}
				question={ADMIN_ITEM_MESSAGES.deleteConfirmation}
				confirmLabel="Delete"
				onConfirm={() => item && onDelete(item)}
				onCancel={onClose}
			/>
			<ConfirmDialog
				open={openDialog?.kind === 'relist'}
				title={`Relist ${item?.title ?? ''}`}
				question="It is available again at once, although its owner marked it as sold."
				confirmLabel="Relist"
				onConfirm={relist}
				onCancel={onClose}
			/>
		</>
	);
}
