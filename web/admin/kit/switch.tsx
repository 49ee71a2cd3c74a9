import { type ReactNode, useId } from 'react';

interface SwitchProps {
	name: string;
	label: string;
	hint?: ReactNode;
	isInitiallyOn: boolean;
	onChange?: (isOn: boolean) => void;
}

/** A checkbox that looks like a switch, so that forms submit it. */
export function Switch({ name, label, hint, isInitiallyOn, onChange }: SwitchProps) {
	const hintId = useId();

	return (
		<div className="grid gap-1.5">
			<label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 text-sm font-semibold wrap-anywhere">
				{label}
				<input
					type="checkbox"
					name={name}
					value="on"
					defaultChecked={isInitiallyOn}
					aria-describedby={hint ? hintId : undefined}
					onChange={(event) => onChange?.(event.target.checked)}
					className="peer sr-only"
				/>
				<span
					aria-hidden="true"
					className="h-7 w-12 shrink-0 rounded-full border border-edge bg-sunken p-0.5 peer-checked:border-transparent peer-checked:bg-link peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-2 peer-focus-visible:outline-link peer-checked:*:translate-x-5 peer-checked:*:bg-surface"
				>
					<span className="block size-5.5 rounded-full bg-edge transition-[translate] duration-150 motion-reduce:transition-none" />
				</span>
			</label>
			{hint && (
				<p id={hintId} className="text-xs text-ink-soft">
					{hint}
				</p>
			)}
		</div>
	);
}
