import { useEffect, useRef } from 'react';
import { DEAL_MESSAGES } from '#contract/deals/messages.ts';
import type { Item } from '#contract/items/schemas.ts';
import { useDeal } from '#web/features/deals/deal-context.tsx';
import { describeDeal } from '#web/features/deals/describe-deal.ts';
import { StateLabel } from '#web/features/deals/state-label.tsx';
import { isNotFound } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PanelActions } from './panel-actions.tsx';

const PANEL_CLASS =
	'grid content-start gap-2 px-3 pt-2 pb-2.5 outline-none tablet:flex tablet:min-h-[4.625rem] tablet:items-center tablet:gap-4';

interface DealPanelProps {
	itemStatus: Item['status'];
	/** Moves the focus to the message field. */
	onWrite: () => void;
}

/** The state of the chat's deal, its deadline, and the actions of the reader. */
export function DealPanel({ itemStatus, onWrite }: DealPanelProps) {
	const { deal, isLoading, error, name, pending, isAsking } = useDeal();
	const region = useRef<HTMLElement>(null);
	const hasActed = useRef(false);

	useEffect(() => {
		if (pending) hasActed.current = true;
	}, [pending]);

	useEffect(() => {
		if (!deal || isAsking || !hasActed.current) return;
		hasActed.current = false;
		// The pressed button may be gone, so the focus moves to the panel. A closing form has returned the focus before
		// the timeout.
		setTimeout(() => {
			if (document.activeElement === document.body) region.current?.focus({ preventScroll: true });
		});
	}, [deal, isAsking]);

	if (!deal && !isLoading && (!error || isNotFound(error))) return null;
	const described = deal && describeDeal(deal, { name, itemStatus });
	return (
		<section
			ref={region}
			tabIndex={-1}
			aria-label={DEAL_MESSAGES.stripLabel}
			aria-busy={isLoading}
			className={PANEL_CLASS}
		>
			<div
				aria-live="polite"
				aria-atomic="true"
				className="grid min-h-12 min-w-0 content-center text-xs text-ink-soft wrap-anywhere tablet:min-h-10 tablet:flex-1 tablet:text-sm"
			>
				{described && (
					<p>
						<StateLabel tone={described.tone}>{described.state}</StateLabel> {described.line}
					</p>
				)}
				{isLoading && <LoadingText />}
				{error && !deal && <p>{DEAL_MESSAGES.notLoaded}</p>}
			</div>
			{/* As high as the buttons, so that nothing moves when the deal has loaded. */}
			{isLoading && <div className="min-h-11" />}
			{deal && <PanelActions deal={deal} onWrite={onWrite} />}
			{error && !deal && <Retry />}
		</section>
	);
}

function LoadingText() {
	return (
		<>
			<span className="sr-only">{DEAL_MESSAGES.loading}</span>
			<Skeleton className="h-4 w-40" />
			<Skeleton className="mt-2 h-4 w-60 max-w-full" />
		</>
	);
}

function Retry() {
	const { reload } = useDeal();
	return (
		<Button size="small" onClick={reload} className="justify-self-start">
			{DEAL_MESSAGES.tryAgain}
		</Button>
	);
}
