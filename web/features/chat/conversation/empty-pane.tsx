import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';

/** The pane of a chat when no chat is shown: a notice in its middle. */
export function EmptyPane({ children }: { children: ReactNode }) {
	return (
		<div className="flex min-h-0 flex-col overflow-y-auto p-2 tablet:p-4">
			<BackLink />
			<div className="my-auto">{children}</div>
		</div>
	);
}
