import type { ComponentProps } from 'react';

/** A radio button or a checkbox in the shape of a chip. */
export function Chip({ children, className = 'px-4 text-sm', ...input }: ComponentProps<'input'>) {
	return (
		<label
			className={`relative flex min-h-11 shrink-0 cursor-pointer items-center justify-center rounded-full border border-edge bg-surface font-semibold has-checked:border-transparent has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-link has-disabled:cursor-default has-disabled:opacity-60 ${className}`}
		>
			<input
				{...input}
				className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
			/>
			{children}
		</label>
	);
}
