import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Studies, useSetStudies } from './queries.ts';
import { StudiesForm } from './studies-form.tsx';

const NOT_SET = { branch: null, semester: null };

interface StudiesDialogProps {
	open: boolean;
	onClose: () => void;
}

/** The dialog on the home page that asks for branch and semester. */
export function StudiesDialog({ open, onClose }: StudiesDialogProps) {
	const saving = useSetStudies();

	/** The dialog cannot be closed while the request runs, so that a failure is shown in it. */
	function close() {
		if (saving.isPending) return;
		saving.reset();
		onClose();
	}

	function handleSaved({ branch, semester }: Studies) {
		onClose();
		toast(`Saved: ${branch}, semester ${semester}. What fits shows on your home page.`);
	}

	return (
		<Dialog open={open} onClose={close} title="What do you study?">
			<p className="text-sm text-ink-soft">
				Only you see it. You can change it on your account page at any time.
			</p>
			<StudiesForm studies={NOT_SET} saving={saving} onSaved={handleSaved} />
		</Dialog>
	);
}
