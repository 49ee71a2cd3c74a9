import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useUpdateWanted } from './queries.ts';
import { WantedForm } from './wanted-form.tsx';

export interface EditDialogProps {
	open: boolean;
	post: WantedDetails;
	onClose: () => void;
}

/** The form of a post that is there. */
export function EditDialog({ open, post, onClose }: EditDialogProps) {
	const updating = useUpdateWanted(post.id);
	const { title, note, category, maxPrice, subject } = post;

	function close() {
		if (updating.isPending) return;
		updating.reset();
		onClose();
	}

	return (
		<Dialog open={open} onClose={close} title="Edit">
			<WantedForm
				initial={{
					title,
					note: note ?? '',
					category: category ?? '',
					maxPrice: maxPrice === null ? '' : String(maxPrice),
					subject: subject ?? '',
				}}
				submitLabel="Save"
				isSending={updating.isPending}
				error={updating.error}
				onCancel={close}
				onSubmit={(fields) =>
					updating.mutate(fields, {
						onSuccess: () => {
							toast(WANTED_MESSAGES.updated);
							onClose();
						},
					})
				}
			/>
		</Dialog>
	);
}
