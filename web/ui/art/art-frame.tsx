import type { ReactNode } from 'react';

export interface ArtProps {
	className?: string;
}

/** A drawn object, for the eye only. Its dark parts follow the theme; its colours are its own. */
export function ArtFrame({ className, children }: ArtProps & { children: ReactNode }) {
	return (
		<svg viewBox="60 20 280 260" aria-hidden="true" className={className}>
			{children}
		</svg>
	);
}
