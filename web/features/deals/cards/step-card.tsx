import type { ReactNode } from 'react';
import { formatClock, formatMoment } from '#web/lib/format.ts';

interface StepCardProps {
	/**
	 * Whether the reader took the step. It decides the colour of the border, and the side of a card that is not wide.
	 */
	isOwn: boolean;
	/** The author and the step, such as 'You offered'. */
	title: string;
	/** ISO 8601. */
	at: string;
	isWide?: boolean;
	children: ReactNode;
}

/** A card in the chat for an offer, a proposal or a review. */
export function StepCard({ isOwn, title, at, isWide = false, children }: StepCardProps) {
	return (
		<li
			className={`mt-2 grid min-w-0 ${isWide ? '' : isOwn ? 'justify-items-end' : 'justify-items-start'}`}
		>
			<div
				className={`grid max-w-full min-w-48 gap-0.5 rounded-card border-[1.5px] bg-surface px-3.5 py-2.5 wrap-anywhere ${isOwn ? 'border-accent' : 'border-line'}`}
			>
				<p className="flex justify-between gap-4 text-xs text-ink-soft">
					{title}
					<time dateTime={at} title={formatMoment(at)} className="shrink-0 tabular-nums">
						{formatClock(at)}
					</time>
				</p>
				{children}
			</div>
		</li>
	);
}
