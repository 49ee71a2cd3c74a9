import type { ComponentProps } from 'react';
import { CONTROL_LOOK } from './control-look.ts';

export function TextArea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
	return (
		<textarea
			{...rest}
			rows={rows}
			className={`field-sizing-content ${CONTROL_LOOK} ${className}`}
		/>
	);
}
