import type { ReactNode } from 'react';

export interface ArtProps {
	className?: string;
}

/** The frame of a decorative drawing. Dark parts follow the theme; other colours are fixed. */
export function ArtFrame({ className, children }: ArtProps & { children: ReactNode }) {
	return (
		<svg viewBox="60 20 280 260" aria-hidden="true" className={className}>
			{children}
		</svg>
	);
}
