import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const GRID_CLASS =
	'grid grid-cols-[minmax(0,1fr)] gap-3 tablet:grid-cols-2 tablet:gap-4 wide:grid-cols-3';
const SKELETONS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

interface WantedGridProps {
	label: string;
	isStale?: boolean;
	children: ReactNode;
}

export function WantedGrid({ label, isStale = false, children }: WantedGridProps) {
	return (
		<ul
			aria-label={label}
			aria-busy={isStale || undefined}
			className={`${GRID_CLASS} transition-opacity duration-150 ${isStale ? 'opacity-60' : ''}`}
		>
			{children}
		</ul>
	);
}

export function WantedGridSkeleton() {
	return (
		<div role="status" className={GRID_CLASS}>
			<span className="sr-only">Loading posts…</span>
			{SKELETONS.map((name) => (
				<Skeleton key={name} className="h-32 rounded-card" />
			))}
		</div>
	);
}
