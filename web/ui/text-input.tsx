import type { ComponentProps } from 'react';
import { CONTROL_LOOK } from './control-look.ts';

export function TextInput({ className = '', type = 'text', ...rest }: ComponentProps<'input'>) {
	return <input {...rest} type={type} className={`${CONTROL_LOOK} ${className}`} />;
}
