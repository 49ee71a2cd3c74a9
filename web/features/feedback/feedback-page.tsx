import { useRef, useState } from 'react';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { useFormDraft } from '#web/lib/drafts/use-form-draft.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { FeedbackForm } from './feedback-form.tsx';
import { useReloadTestimonials, useSubmitFeedback } from './queries.ts';
import { Testimonials } from './testimonials.tsx';
import { ThankYou } from './thank-you.tsx';

export function FeedbackPage() {
	return (
		<div className="wrap grid gap-x-14 gap-y-10 py-8 wide:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] wide:py-12">
			<div className="grid content-start gap-6">
				<div className="grid gap-2">
					<PageHeading>{FEEDBACK_MESSAGES.title}</PageHeading>
					<p className="max-w-prose text-ink-soft">
						What works, what doesn’t, what is missing? It takes a minute, and you need no account.
					</p>
				</div>
				<FeedbackCard />
			</div>
			<Testimonials />
		</div>
	);
}

/**
 * Shows the form. After sending, shows thanks for a few seconds, then an empty form. While the thanks are shown, the
 * hidden form keeps its space, so that nothing moves.
 */
function FeedbackCard() {
	const submit = useSubmitFeedback();
	const draft = useFormDraft('feedback');
	const reloadTestimonials = useReloadTestimonials();
	const [formNumber, setFormNumber] = useState(0);
	const card = useRef<HTMLElement>(null);
	const { failed, noConnection } = FEEDBACK_MESSAGES;

	/** @param hadFocus whether the focus was still in the thanks */
	function resetForm(hadFocus: boolean) {
		submit.reset();
		setFormNumber((number) => number + 1);
		if (hadFocus) card.current?.focus({ preventScroll: true });
		reloadTestimonials().catch(() => undefined);
	}

	return (
		<section
			ref={card}
			aria-label="Write to us"
			tabIndex={-1}
			className="grid outline-none *:[grid-area:1/1]"
		>
			<div inert={submit.isSuccess} className={submit.isSuccess ? 'invisible' : ''}>
				<FeedbackForm
					key={formNumber}
					draft={draft}
					isSending={submit.isPending}
					failure={submit.error ? errorMessageFor(submit.error, failed, noConnection) : undefined}
					onSubmitStart={submit.reset}
					onSubmit={(feedback) => draft.eraseOnceSent(submit.mutateAsync(feedback))}
				/>
			</div>
			{submit.isSuccess && <ThankYou onDone={resetForm} />}
		</section>
	);
}
