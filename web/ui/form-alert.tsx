import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error message that screen readers announce at once. */
export function FormAlert({ id, children }: { id?: string; children: ReactNode }) {
	return (
		<p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-bad">
			<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}
