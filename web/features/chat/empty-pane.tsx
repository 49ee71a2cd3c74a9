import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';

/** Where a chat would be, with something else in the middle. */
export function EmptyPane({ children }: { children: ReactNode }) {
	return (
		<div className="grid min-h-0 grid-rows-[auto_1fr] overflow-y-auto p-2 tablet:p-4">
			<BackLink />
			<div className="grid content-center">{children}</div>
		</div>
	);
}
