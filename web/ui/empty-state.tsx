import type { ReactNode } from 'react';
import { EmptyBoxArt } from './art/empty-box-art.tsx';

export interface EmptyStateProps {
	title: string;
	/** A text about what will be shown here later. */
	children?: ReactNode;
	/** A button for the next step. */
	action?: ReactNode;
	/** `h3` in a section that has an `h2` of its own. */
	heading?: 'h2' | 'h3';
}

/** Shown in place of an empty list. */
export function EmptyState({ title, children, action, heading: Heading = 'h2' }: EmptyStateProps) {
	return (
		<div className="mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-4 py-12 text-center">
			<EmptyBoxArt className="mb-2 h-32 w-44 max-w-full" />
			<Heading className="text-xl">{title}</Heading>
			{children && <p className="text-ink-soft">{children}</p>}
			{action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	);
}
