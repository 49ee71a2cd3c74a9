import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL_CLASS } from './control-class.ts';

/** The native select with our border and arrow. */
export function Select({ className = '', children, ...rest }: ComponentProps<'select'>) {
	return (
		<span className={`relative block ${className}`}>
			<select
				{...rest}
				className={`${CONTROL_CLASS} cursor-pointer appearance-none truncate pr-8.5`}
			>
				{children}
			</select>
			<ChevronDown
				aria-hidden="true"
				className="pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-ink-soft"
			/>
		</span>
	);
}
