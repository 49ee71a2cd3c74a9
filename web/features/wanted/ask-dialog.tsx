import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { WANTED_LIMITS, WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAddWanted } from './queries.ts';
import { WantedForm } from './wanted-form.tsx';

export interface AskDialogProps {
	open: boolean;
	/** Filled in. */
	title: string;
	category: string;
	onClose: () => void;
}

/** The form to ask for something; leads to the new post. */
export function AskDialog({ open, title, category, onClose }: AskDialogProps) {
	const adding = useAddWanted();
	const { reset } = adding;
	const isOffered = useVisibleCategories().some(({ name }) => name === category);
	const navigate = useNavigate();

	// Going back closes it as well.
	useEffect(() => {
		if (!open) reset();
	}, [open, reset]);

	function close() {
		if (!adding.isPending) onClose();
	}

	return (
		<Dialog open={open} onClose={close} title="Ask for something">
			<p className="text-sm text-ink-soft">
				Everybody sees it for {WANTED_LIMITS.lifeDays} days, with your name.
			</p>
			<WantedForm
				key={title}
				initial={{
					title,
					note: '',
					category: isOffered ? category : '',
					maxPrice: '',
					subject: '',
				}}
				submitLabel="Post it"
				isSending={adding.isPending}
				error={adding.error}
				onCancel={close}
				onSubmit={(fields) =>
					adding.mutate(fields, {
						onSuccess: ({ wanted }) => {
							toast(WANTED_MESSAGES.added);
							void navigate(wantedPath(wanted.id), { replace: true });
						},
					})
				}
			/>
		</Dialog>
	);
}
