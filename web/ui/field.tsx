import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The attributes that connect a control with its label, hint and error. */
export interface ControlProps {
	id: string;
	'aria-describedby': string | undefined;
	'aria-invalid': true | undefined;
}

export interface FieldProps {
	label: string;
	hint?: ReactNode;
	error?: string | undefined;
	/** Shown at the end of the label's line: a counter or a link. */
	aside?: ReactNode;
	children: (control: ControlProps) => ReactNode;
}

/** A control with its label, hint and error. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
	const id = useId();
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

	return (
		<div className="grid gap-1.5">
			<div className="flex items-baseline justify-between gap-3">
				<label htmlFor={id} className="text-sm font-semibold">
					{label}
				</label>
				{aside && <span className="text-xs text-ink-soft tabular-nums">{aside}</span>}
			</div>
			{children({
				id,
				'aria-describedby': described || undefined,
				'aria-invalid': error ? true : undefined,
			})}
			{hint && (
				<p id={`${id}-hint`} className="text-xs text-ink-soft">
					{hint}
				</p>
			)}
			{error && (
				<p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-bad">
					<CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
					{error}
				</p>
			)}
		</div>
	);
}
