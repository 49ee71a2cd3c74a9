import { PackageX } from 'lucide-react';
import { useEffect, useId } from 'react';
import { SAVED_MESSAGES } from '#contract/saved/facts.ts';
import { SaveButton } from '#web/features/saved/save-button.tsx';
import { focusPageHeading } from '#web/ui/focus-page.ts';

/** Shown instead of the card of a saved item that is no longer public. */
export function RemovedItem({ id, title }: { id: number; title: string }) {
	const titleId = useId();

	// Pressing the heart removes this card with the focused button, so the focus moves to the heading.
	useEffect(
		() => () => {
			if (document.activeElement === document.body) focusPageHeading();
		},
		[],
	);

	return (
		<article aria-labelledby={titleId}>
			<div className="relative grid aspect-4/3 place-items-center rounded-card bg-sunken text-ink-soft">
				<PackageX aria-hidden="true" className="size-8" />
				<SaveButton item={{ id, title }} className="top-0.5 right-0.5" />
			</div>
			<p className="mt-2.5 text-sm text-ink-soft">{SAVED_MESSAGES.removed}</p>
			<h3
				id={titleId}
				className="mt-0.5 line-clamp-2 font-text text-sm font-semibold tracking-normal wrap-anywhere"
			>
				{title}
			</h3>
		</article>
	);
}
