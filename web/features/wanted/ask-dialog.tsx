import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { WANTED_LIMITS, WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedFields } from '#contract/wanted/schemas.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { wantedPath } from '#web/lib/wanted-paths.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { DraftedFields } from '#web/ui/form/drafted-fields.tsx';
import { toast } from '#web/ui/toast.ts';
import { useAddWanted } from './queries.ts';
import { WantedForm } from './wanted-form.tsx';

export interface AskDialogProps {
	open: boolean;
	/** The initial title of the post; may be empty. */
	title: string;
	category: string;
	onClose: () => void;
}

/** The form to ask for something. When the post is sent, its page opens. */
export function AskDialog({ open, title, category, onClose }: AskDialogProps) {
	const adding = useAddWanted();
	const { reset } = adding;
	const draft = useFormDraft('wanted/new');
	const isCategoryVisible = useVisibleCategories().some(({ name }) => name === category);
	const navigate = useNavigate();

	// The Back button of the browser also closes the dialog, without `close()`. The draft is then kept.
	useEffect(() => {
		if (!open) reset();
	}, [open, reset]);

	function close() {
		if (adding.isPending) return;
		draft.erase();
		// Otherwise the same fields, sent again later, would count as a repetition of an attempt before.
		adding.forgetAttempt();
		onClose();
	}

	function startOver() {
		reset();
		adding.forgetAttempt();
	}

	function post(fields: WantedFields) {
		const sending = adding.mutateAsync(fields, {
			onSuccess: ({ wanted }) => {
				toast(WANTED_MESSAGES.added, { isForNextPage: true });
				void navigate(wantedPath(wanted.id), { replace: true });
			},
		});
		draft.eraseOnceSent(sending);
	}

	return (
		<Dialog open={open} onClose={close} title="Ask for something">
			<p className="text-sm text-ink-soft">
				Everybody sees it for {WANTED_LIMITS.lifeDays} days, with your name.
			</p>
			<DraftedFields key={title} draft={draft} isLocked={adding.isPending} onDiscard={startOver}>
				{(typed) => (
					<WantedForm
						initial={{
							title,
							note: '',
							category: isCategoryVisible ? category : '',
							maxPrice: '',
							subject: '',
							...Object.fromEntries(typed),
						}}
						submitLabel="Post it"
						isSending={adding.isPending}
						error={adding.error}
						onCancel={close}
						onSubmit={post}
					/>
				)}
			</DraftedFields>
		</Dialog>
	);
}
