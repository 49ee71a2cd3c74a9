import type { ComponentProps } from 'react';
import { CONTROL_CLASS } from './control-class.ts';

export function TextArea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
	return (
		<textarea
			{...rest}
			rows={rows}
			className={`field-sizing-content ${CONTROL_CLASS} ${className}`}
		/>
	);
}
