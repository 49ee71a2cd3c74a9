import { CircleAlert } from 'lucide-react';
import type { ControlProps } from '#web/ui/field.tsx';

/**
 * The error message of a control in a row of a list. Such a control has no `Field` around it, which would show errors.
 */
export function FaultText({ id, children }: { id: string; children: string | undefined }) {
	if (children === undefined) return null;
	return (
		<p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
			<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span className="min-w-0 wrap-anywhere">{children}</span>
		</p>
	);
}

/** The attributes that connect a control with its `FaultText`. */
export function faultProps(id: string, message: string | undefined): ControlProps {
	return {
		id,
		'aria-describedby': message === undefined ? undefined : `${id}-error`,
		'aria-invalid': message === undefined ? undefined : true,
	};
}
