import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a field's control must carry to belong to its label, hint and error. */
export interface ControlProps {
	id: string;
	'aria-describedby': string | undefined;
	'aria-invalid': true | undefined;
}

export interface FieldProps {
	label: string;
	hint?: ReactNode;
	error?: string | undefined;
	/** Stands at the label's end: a counter, a link. */
	aside?: ReactNode;
	children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint and its error. */
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
