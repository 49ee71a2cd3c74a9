import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FEEDBACK_LIMITS, FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';

/**
 * Thanks the user in place of the form for a few seconds after sending. Takes the focus, so that screen readers read
 * the text.
 * @param onDone called when the time is over, with whether the focus was still inside
 */
export function ThankYou({ onDone }: { onDone: (hadFocus: boolean) => void }) {
	const view = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const onDoneRef = useRef(onDone);

	useEffect(() => {
		onDoneRef.current = onDone;
	});

	useEffect(() => {
		heading.current?.focus({ preventScroll: true });
		view.current?.scrollIntoView({ block: 'nearest' });
		const timer = setTimeout(() => {
			onDoneRef.current(view.current?.contains(document.activeElement) ?? false);
		}, FEEDBACK_LIMITS.thankYouMs);
		return () => clearTimeout(timer);
	}, []);

	return (
		<div
			ref={view}
			className="sticky top-24 grid h-fit justify-items-center gap-3 px-4 py-12 text-center"
		>
			<span className="grid size-16 place-items-center rounded-full bg-accent-wash">
				<Heart aria-hidden="true" className="size-8" />
			</span>
			<h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
				{FEEDBACK_MESSAGES.thanks}
			</h2>
			<p className="max-w-[40ch] text-ink-soft">
				Someone on the team will read it. We may show it here with your name, but never with your
				email address.
			</p>
		</div>
	);
}
