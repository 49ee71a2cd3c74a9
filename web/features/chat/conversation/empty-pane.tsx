import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';

/** The chat pane when no chat can be shown: a centred notice. */
export function EmptyPane({ children }: { children: ReactNode }) {
	return (
		<div className="flex min-h-0 flex-col overflow-y-auto p-2 tablet:p-4">
			<BackLink />
			<div className="my-auto">{children}</div>
		</div>
	);
}
