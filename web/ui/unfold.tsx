import type { ReactNode } from 'react';

/** Content that appears by growing to its height, so that nothing below it moves suddenly. */
export function Unfold({ children }: { children: ReactNode }) {
	return (
		<div className="grid grid-rows-[1fr] transition-[grid-template-rows] duration-200 motion-reduce:transition-none starting:grid-rows-[0fr]">
			{/* Padded, so that focus outlines are not cut off. */}
			<div className="-m-1.5 min-h-0 overflow-hidden p-1.5">{children}</div>
		</div>
	);
}
