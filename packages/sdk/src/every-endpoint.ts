import type { EndpointName, EndpointShapes } from '@p2p-rates/contract'

type AddressOf<Name extends EndpointName> = EndpointShapes[Name]['address']

type AnswerOf<Name extends EndpointName> = EndpointShapes[Name]['answer']

/** Answer type of an address of the contract, such as `GET /rates`. */
export type AnswerAt<Address extends string> = {
  readonly [Name in EndpointName]: AddressOf<Name> extends Address ? AnswerOf<Name> : never
}[EndpointName]

export type PathOf<Method extends string> =
  Extract<AddressOf<EndpointName>, `${Method} ${string}`> extends infer Address
    ? Address extends `${Method} ${infer Path}`
      ? Path
      : never
    : never

/** A client of the whole contract: `payment-methods` is `paymentMethods`, `webhooks.list` is `webhooks.list`. */
export type EveryEndpoint = Methods<Exclude<EndpointName, Grouped>> & {
  readonly [Group in Grouped as GroupOf<Group>]: Methods<Extract<EndpointName, `${GroupOf<Group>}.${string}`>>
}

type Grouped = Extract<EndpointName, `${string}.${string}`>
type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never
type Methods<Name extends string> = { readonly [Each in Name as MethodName<Each>]: (...asked: never[]) => unknown }
type MethodName<Name extends string> = Name extends `${string}.${infer Own}` ? CamelCase<Own> : CamelCase<Name>
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name
