import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const RATE_FORMAT = new Intl.NumberFormat('en-IN', {
	minimumFractionDigits: 1,
	maximumFractionDigits: 1,
});

/** '63.2 %', from a rate in percent. */
export function formatRate(percent: number): string {
	return `${RATE_FORMAT.format(percent)}\u00A0%`;
}

interface StatCardProps {
	label: string;
	/** Undefined while loading. */
	value: string | undefined;
	note?: ReactNode;
}

/** One number with its label, for a `dl`. */
export function StatCard({ label, value, note }: StatCardProps) {
	return (
		<div className="grid content-start gap-1.5 rounded-card border border-line bg-surface p-4">
			<dt className="text-xs text-ink-soft">{label}</dt>
			<dd className="font-display text-3xl font-bold tracking-tight wrap-anywhere tabular-nums">
				{value ?? <Skeleton className="h-9.5 w-24" />}
			</dd>
			{note && (
				<dd className="min-h-[1.4em] text-xs text-ink-soft tabular-nums">
					{value !== undefined && note}
				</dd>
			)}
		</div>
	);
}
