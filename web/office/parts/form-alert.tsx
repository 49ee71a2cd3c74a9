import { CircleAlert } from 'lucide-react';

/** What stands in the way of a form, told at once. */
export function FormAlert({ children }: { children: string }) {
	return (
		<p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-bad">
			<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}
