import type { ComponentProps } from 'react';
import { CONTROL_CLASS } from './control-class.ts';

export function TextInput({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) {
	return <input {...rest} type={type} className={`${CONTROL_CLASS} ${className}`} />;
}
