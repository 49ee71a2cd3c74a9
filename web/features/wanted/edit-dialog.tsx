import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails, WantedFields } from '#contract/wanted/schemas.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUpdateWanted } from './queries.ts';
import { WantedForm } from './wanted-form.tsx';

export interface EditDialogProps {
	open: boolean;
	post: WantedDetails;
	onClose: () => void;
}

/** The form to edit an existing post. */
export function EditDialog({ open, post, onClose }: EditDialogProps) {
	const updating = useUpdateWanted(post.id);
	const draft = useFormDraft(`wanted/${post.id}`);
	const { title, note, category, maxPrice, subject } = post;

	function close() {
		if (updating.isPending) return;
		updating.reset();
		draft.erase();
		onClose();
	}

	function save(fields: WantedFields) {
		const sending = updating.mutateAsync(fields, {
			onSuccess: () => {
				toast(WANTED_MESSAGES.updated);
				onClose();
			},
		});
		draft.eraseOnceSent(sending);
	}

	return (
		<Dialog open={open} onClose={close} title="Edit">
			<DraftedFields
				draft={draft}
				keepsOnlyChanges
				isLocked={updating.isPending}
				onDiscard={updating.reset}
			>
				{(typed) => (
					<WantedForm
						initial={{
							title,
							note: note ?? '',
							category: category ?? '',
							maxPrice: maxPrice === null ? '' : String(maxPrice),
							subject: subject ?? '',
							...Object.fromEntries(typed),
						}}
						submitLabel="Save"
						isSending={updating.isPending}
						error={updating.error}
						onCancel={close}
						onSubmit={save}
					/>
				)}
			</DraftedFields>
		</Dialog>
	);
}
